// With Trusted Types, each policy allows only its own scripts as workers.

type Policy = { createScriptURL(text: string): object };
type TrustedTypes = { createPolicy(name: string, rules: { createScriptURL(text: string): string }): Policy };

/** Returns a function that turns one of these scripts into an address that the browser accepts. */
export function workerAddresses(name: string, scripts: readonly string[]): (script: string) => string {
  let policy: Policy | undefined;
  return (script) => {
    const { trustedTypes } = window as unknown as { trustedTypes?: TrustedTypes };
    if (!trustedTypes) return script;
    policy ??= trustedTypes.createPolicy(name, {
      createScriptURL: (text) => scripts.find((one) => one === text) ?? scripts[0]!,
    });
    return policy.createScriptURL(script) as unknown as string;
  };
}
