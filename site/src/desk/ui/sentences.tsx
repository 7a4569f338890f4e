/** Sentences from the server, each a paragraph. The second line of a sentence, a long list of names, is folded. */
export const Sentences = ({ of }: { of: string[] }) =>
  of.map((sentence) => {
    const [said, names] = sentence.split('\n');
    return names ? (
      <details key={sentence}>
        <summary>{said}</summary>
        <p>{names}</p>
      </details>
    ) : (
      <p key={sentence}>{said}</p>
    );
  });
