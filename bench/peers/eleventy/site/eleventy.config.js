// One layout for all pages in content/, and Eleventy's own Markdown, with its template language turned off.
export default function (config) {
  config.addGlobalData('layout', 'page.njk');
  return { dir: { input: 'content', includes: '../layouts', output: 'out' }, markdownTemplateEngine: false };
}
