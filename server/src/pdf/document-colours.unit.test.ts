import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { colours } from './document-colours.ts'
import { fineLines } from './guilloche.ts'

test('every colour of a document is the token of that name in the light theme', () => {
  const css = readFileSync(join(import.meta.dirname, '../../../web/src/tokens.css'), 'utf8')
  for (const [name, colour] of Object.entries(colours)) {
    const token = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const [, ...parts] = new RegExp(
      `--color-${token}: light-dark\\(oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`,
    ).exec(css)!
    expect(colour, token).toBe(asHex(parts.map(Number) as [number, number, number]))
  }
})

test('the fine lines of a document are those of the slips on the screens', () => {
  const svg = readFileSync(join(import.meta.dirname, '../../../web/src/sending/guilloche.svg'), 'utf8')
  expect(svg).toContain(` d="${fineLines}"`)
})

/** An OKLCH colour as #rrggbb. */
function asHex([lightness, chroma, hue]: [number, number, number]): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${linear.map(asByte).join('')}`
}

function asByte(linear: number): string {
  const clipped = Math.min(1, Math.max(0, linear))
  const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0')
}
