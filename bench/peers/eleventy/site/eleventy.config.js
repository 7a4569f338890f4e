// One layout for all pages of content/; Markdown as Eleventy brings it, with the template language in the texts off.
export default function (config) {
  config.addGlobalData('layout', 'page.njk');
  return { dir: { input: 'content', includes: '../layouts', output: 'out' }, markdownTemplateEngine: false };
}
