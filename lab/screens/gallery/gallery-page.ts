import type { Drawn, Picture } from './picture.ts'

type Looks = {
  readonly tokens: string
  readonly style: string
  readonly script: string
  readonly font: string
}
/** By a picture's file: the one of before, and whether it is the same to the last byte. */
type Before = ReadonlyMap<string, { readonly file: string; readonly isSame: boolean }>

/** The page of all pictures, to be filtered by screen, state, theme and width. */
export function galleryPage(drawn: readonly Drawn[], before: Before, looks: Looks): string {
  const count = drawn.reduce((sum, { pictures }) => sum + pictures.length, 0)
  const states = [...new Set(drawn.map(({ state }) => state))].sort()
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gallery of the bank</title>
<style>
@font-face { font-family: 'Atkinson Hyperlegible Next Variable'; font-weight: 200 800; src: url(data:font/woff2;base64,${looks.font}) format('woff2'); }
${looks.tokens}
${looks.style}
</style>
</head>
<body>
<header>
<div>
<h1>Gallery</h1>
<p>Every screen in every state</p>
</div>
<search aria-label="Pictures">
<label>Screen <input type="search" name="screen" list="screens" autocomplete="off"></label>
<datalist id="screens">${namesOf(drawn).map(option).join('')}</datalist>
${select('state', 'State', states)}
${select('theme', 'Theme', ['light', 'dark'])}
${select('width', 'Width', ['390', '768', '1440'])}
${before.size > 0 ? select('change', 'Since before', ['changed', 'same']) : ''}
${select('size', 'Pictures', ['small', 'large'], 'medium')}
</search>
<p role="status">${count} pictures</p>
</header>
<main>
${namesOf(drawn)
  .map((name) => section(name, drawn, before))
  .join('\n')}
<p id="nothing" hidden>No picture is like that.</p>
</main>
<script>${looks.script}</script>
</body>
</html>
`
}

function section(name: string, drawn: readonly Drawn[], before: Before): string {
  const states = drawn.filter(({ screen }) => screen === name)
  return `<section data-screen="${escaped(name)}"><h2>${escaped(name)}</h2>${states
    .map(
      ({ state, pictures, failure }) => `<article data-state="${escaped(state)}"><h3>${escaped(state)}</h3>
${failure === undefined ? '' : `<p class="failed">Could not be drawn: ${escaped(failure)}</p>`}
<div class="row">${pictures.map((picture) => figure(`${name}, ${state}`, picture, before)).join('')}</div></article>`,
    )
    .join('\n')}</section>`
}

function figure(of: string, picture: Picture, before: Before): string {
  const { theme, width } = picture
  const then = before.get(picture.file)
  const change = then ? (then.isSame ? 'same' : 'changed') : ''
  return `<figure data-theme="${theme}" data-width="${width}" data-change="${change}">
${then && !then.isSame ? `<div class="pair">${image(`${of}, before`, picture, then.file)}${image(of, picture)}</div>` : image(of, picture)}
<figcaption>${theme}, ${width} px${change && (change === 'same' ? ', same' : ', changed: before and now')}</figcaption></figure>`
}

function image(of: string, { theme, width, height, file }: Picture, source = file): string {
  const words = escaped(`${of}: ${theme}, ${width} pixels wide`)
  return `<a href="${escaped(source)}"><img loading="lazy" src="${escaped(source)}" width="${width}" height="${height}" alt="${words}"></a>`
}

function select(name: string, label: string, values: readonly string[], first = 'all'): string {
  return `<label>${label} <select name="${name}"><option value="">${first}</option>${values.map(option).join('')}</select></label>`
}

function option(value: string): string {
  return `<option>${escaped(value)}</option>`
}

function namesOf(drawn: readonly Drawn[]): string[] {
  return [...new Set(drawn.map(({ screen }) => screen))]
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
