import type { Screenshot, StateScreenshots } from './screenshots.ts'

/** The screenshot of an earlier run, and whether it has the same bytes. */
export type Before = { readonly file: string; readonly isSame: boolean }

/** The page of all screenshots. `before` has those of an earlier run by the name of the file. */
export function galleryPage(
  taken: readonly StateScreenshots[],
  before: ReadonlyMap<string, Before>,
  style: string,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gallery of the bank</title>
<style>${style}</style>
</head>
<body>
<h1>Gallery</h1>
<main>
${taken.map((state) => article(state, before)).join('\n')}
</main>
</body>
</html>
`
}

function article(
  { screen, state, screenshots, failure }: StateScreenshots,
  before: ReadonlyMap<string, Before>,
): string {
  return `<article>
<h2>${escaped(screen)}, ${escaped(state)}</h2>
${failure === undefined ? '' : `<p>Not reached: ${escaped(failure)}</p>`}
${screenshots.map((one) => figure(`${screen}, ${state}`, one, before.get(one.file))).join('')}</article>`
}

function figure(title: string, screenshot: Screenshot, before: Before | undefined): string {
  const { theme, width } = screenshot
  const change = before ? (before.isSame ? 'same' : 'changed') : ''
  const earlier = before && !before.isSame ? image(`${title}, before`, screenshot, before.file) : ''
  const caption = `${theme}, ${width} px${change && `, ${change}`}`
  return `<figure style="--width: ${width}">
${earlier}${image(title, screenshot)}<figcaption>${caption}</figcaption></figure>`
}

function image(title: string, { theme, width, height, file }: Screenshot, source = file): string {
  const alternative = escaped(`${title}: ${theme}, ${width} pixels wide`)
  return `<a href="${escaped(source)}"><img loading="lazy" src="${escaped(source)}" width="${width}" height="${height}" alt="${alternative}"></a>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
