import type { Screenshot, StateScreenshots } from './screenshots.ts'

/** The screenshot of an earlier run, and whether it has the same bytes. */
export type Before = { readonly file: string; readonly isSame: boolean }

/** The page of all screenshots, with filters. `before` has those of an earlier run by the name of the file. */
export function galleryPage(
  taken: readonly StateScreenshots[],
  before: ReadonlyMap<string, Before>,
  style: string,
  script: string,
): string {
  const names = [...new Set(taken.map(({ screen }) => screen))]
  const states = [...new Set(taken.map(({ state }) => state))].sort()
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gallery of the bank</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>Gallery</h1>
<search aria-label="Screenshots">
<label>Screen <input type="search" name="screen" list="screens" autocomplete="off"></label>
<datalist id="screens">${names.map(option).join('')}</datalist>
${select('state', 'State', states)}
${select('theme', 'Theme', ['light', 'dark'])}
${select('width', 'Width', ['390', '768', '1440'])}
${before.size > 0 ? select('change', 'Since before', ['changed', 'same']) : ''}
</search>
<p role="status"></p>
</header>
<main>
${taken.map((state) => article(state, before)).join('\n')}
</main>
<script>${script}</script>
</body>
</html>
`
}

function article(
  { screen, state, screenshots, failure }: StateScreenshots,
  before: ReadonlyMap<string, Before>,
): string {
  return `<article data-screen="${escaped(screen)}" data-state="${escaped(state)}">
<h2>${escaped(screen)}, ${escaped(state)}</h2>
${failure === undefined ? '' : `<p>Not reached: ${escaped(failure)}</p>`}
${screenshots.map((one) => figure(`${screen}, ${state}`, one, before.get(one.file))).join('')}</article>`
}

function figure(title: string, screenshot: Screenshot, before: Before | undefined): string {
  const { theme, width } = screenshot
  const change = before ? (before.isSame ? 'same' : 'changed') : ''
  const earlier = before && !before.isSame ? image(`${title}, before`, screenshot, before.file) : ''
  const caption = `${theme}, ${width} px${change && `, ${change}`}`
  return `<figure data-theme="${theme}" data-width="${width}" data-change="${change}" style="--width: ${width}">
${earlier}${image(title, screenshot)}<figcaption>${caption}</figcaption></figure>`
}

function image(title: string, { theme, width, height, file }: Screenshot, source = file): string {
  const alternative = escaped(`${title}: ${theme}, ${width} pixels wide`)
  return `<a href="${escaped(source)}"><img loading="lazy" src="${escaped(source)}" width="${width}" height="${height}" alt="${alternative}"></a>`
}

function select(name: string, label: string, values: readonly string[]): string {
  return `<label>${label} <select name="${name}"><option value="">all</option>${values.map(option).join('')}</select></label>`
}

function option(value: string): string {
  return `<option>${escaped(value)}</option>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
