import { axisOf, type Scale, scaleOf } from './axis.ts'
import type { Chart } from './figure.ts'

const width = 480
const height = 300
const margin = { left: 62, right: 18, top: 52, bottom: 46 }
const legendRow = 16
const captionHeight = 34

/** The charts as one picture, two beside each other, legible on light and on dark: SVG, with nothing from outside. */
export function drawCharts(charts: readonly Chart[], caption: string): string {
  const columns = Math.min(2, charts.length)
  const whole = {
    width: columns * width,
    height: Math.ceil(charts.length / columns) * height + captionHeight,
  }
  const places = charts.map((chart, index) => {
    const x = (index % columns) * width
    const y = Math.floor(index / columns) * height
    return `<g transform="translate(${x} ${y})">${drawChart(chart)}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole.width} ${whole.height}" role="img" aria-label="${escaped(charts.map(({ title }) => title).join('; '))}">
<style>${style}</style>
<rect class="ground" width="${whole.width}" height="${whole.height}"/>
${places.join('\n')}
<text class="quiet" x="16" y="${whole.height - 14}">${escaped(caption)}</text>
</svg>
`
}

function drawChart({ title, xAxis, yAxis, curves, xTexts = {} }: Chart): string {
  const known = curves.map((curve) => ({
    ...curve,
    points: curve.points.filter((point) => point.every(Number.isFinite)),
  }))
  const points = known.flatMap((curve) => curve.points)
  const xs = [...new Set(points.map(([x]) => x))].sort((a, b) => a - b)
  const legend = legendOf(known.map(({ name }) => name))
  const top = margin.top + legend.rows * legendRow
  const x = scaleOf(xs, { from: margin.left, to: width - margin.right - 12 })
  const y = axisOf(
    points.map(([, value]) => value),
    { from: height - margin.bottom, to: top },
  )
  return [
    `<text class="title" x="16" y="24">${escaped(title)}</text>`,
    legend.picture,
    ...y.ticks.map(
      (tick) =>
        `<line class="grid" x1="${margin.left}" x2="${width - margin.right}" y1="${y.place(tick)}" y2="${y.place(tick)}"/>` +
        `<text class="quiet" text-anchor="end" x="${margin.left - 8}" y="${y.place(tick) + 4}">${numberText(tick)}</text>`,
    ),
    ...apart(xs, x).map(
      (value) =>
        `<text class="quiet" text-anchor="middle" x="${x(value)}" y="${height - margin.bottom + 18}">${escaped(xTexts[value] ?? numberText(value))}</text>`,
    ),
    `<text class="quiet" x="${margin.left}" y="${top - 10}">${escaped(yAxis)}</text>`,
    `<text class="quiet" text-anchor="end" x="${width - margin.right}" y="${height - 10}">${escaped(xAxis)}</text>`,
    ...known.map((curve, index) => drawCurve(curve.points, index, x, y.place)),
  ].join('')
}

/** The names with their colours, in as many rows as they need; a single curve is named by the title. */
function legendOf(names: readonly string[]): { picture: string; rows: number } {
  if (names.length < 2) return { picture: '', rows: 0 }
  let [at, row] = [16, 0]
  const entries = names.map((name, index) => {
    const room = 30 + name.length * letterWidth
    if (at + room > width) [at, row] = [16, row + 1]
    const y = 42 + row * legendRow
    const entry =
      `<circle class="dot c${index % colours.length}" cx="${at + 4}" cy="${y - 4}" r="4"/>` +
      `<text class="quiet" x="${at + 13}" y="${y}">${escaped(name)}</text>`
    at += room
    return entry
  })
  return { picture: entries.join(''), rows: row + 1 }
}

/** Those whose texts have room beside each other. */
function apart(values: readonly number[], place: Scale): number[] {
  const shown: number[] = []
  for (const value of values) {
    const last = shown.at(-1)
    if (last === undefined || place(value) - place(last) >= 34) shown.push(value)
  }
  return shown
}

// Of letters of 12 pixels, generously.
const letterWidth = 6.8

function drawCurve(
  points: readonly (readonly [number, number])[],
  index: number,
  x: Scale,
  y: Scale,
): string {
  const colour = `c${index % colours.length}`
  const places = points.toSorted(([a], [b]) => a - b).map(([at, value]) => [x(at), y(value)] as const)
  const line = places.map((place) => place.join(' ')).join(' L ')
  return (
    (places.length > 1 ? `<path class="curve ${colour}" d="M ${line}"/>` : '') +
    places.map(([cx, cy]) => `<circle class="dot ${colour}" cx="${cx}" cy="${cy}" r="4"/>`).join('')
  )
}

/** 1,000,000 is `1M` and 12,500 `12.5k`: room is short. */
export function numberText(value: number): string {
  for (const [unit, size] of [
    ['M', 1e6],
    ['k', 1e3],
  ] as const) {
    if (Math.abs(value) >= size) return `${Number((value / size).toPrecision(3))}${unit}`
  }
  return String(Number(value.toPrecision(3)))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

// Told apart by those who see fewer colours, on either ground.
const colours = [
  ['#2a78d6', '#3987e5'],
  ['#d0582a', '#e0703f'],
  ['#0f8f5f', '#1fae7c'],
  ['#4a3aa7', '#9085e9'],
  ['#a87400', '#d29a2a'],
] as const

const style = [
  'text{font:12px system-ui,sans-serif}',
  '.title{font-size:15px;font-weight:600;fill:#0b0b0b}',
  '.ground{fill:#fcfcfb}.quiet{fill:#52514e}.grid{stroke:#e3e2dd}',
  '.curve{fill:none;stroke-width:2;stroke-linejoin:round}',
  ...colours.map(([light], index) => coloured(index, light)),
  '@media (prefers-color-scheme:dark){',
  '.title{fill:#fff}.ground{fill:#1a1a19}.quiet{fill:#c3c2b7}.grid{stroke:#3a3936}',
  ...colours.map(([, dark], index) => coloured(index, dark)),
  '}',
].join('')

function coloured(index: number, colour: string): string {
  return `.curve.c${index}{stroke:${colour}}.dot.c${index}{fill:${colour}}`
}
