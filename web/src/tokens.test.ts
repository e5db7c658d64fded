import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

type Tokens = Readonly<Record<string, string>>

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const page = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8')
const tokens = [...css.matchAll(/--color-([\w-]+): light-dark\((oklch\([^)]+\)), (oklch\([^)]+\))\);/g)]
const light: Tokens = Object.fromEntries(tokens.map(([, name, value]) => [name, value]))
const dark: Tokens = Object.fromEntries(tokens.map(([, name, , value]) => [name, value]))

const surfaces = ['background', 'card', 'sunken', 'hover']

/** Text on its surface: at least 4.5 to 1. */
const texts: [string, string[]][] = [
  ['foreground', surfaces],
  ['muted-foreground', surfaces],
  ['link', surfaces],
  ['credit', surfaces],
  ['debit', surfaces],
  ['primary', surfaces],
  ['primary-foreground', ['primary', 'primary-hover']],
  ['primary-soft-foreground', ['primary-soft']],
  ['hero-foreground', ['hero', 'hero-end']],
  ['hero-muted', ['hero', 'hero-end']],
  ['success', ['success-soft', 'card', 'background']],
  ['pending', ['pending-soft', 'card', 'background']],
  ['failed', ['failed-soft', 'card', 'background']],
  ['link', ['failed-soft', 'pending-soft']],
  ['foreground', ['failed-soft', 'primary-soft']],
  ['muted-foreground', ['failed-soft']],
  ['destructive-foreground', ['destructive', 'destructive-hover']],
]

/** Lines and shapes that carry meaning: at least 3 to 1. */
const shapes: [string, string[]][] = [
  ['input-border', surfaces],
  ['primary', surfaces],
  ['ring', surfaces],
  ['hero-ring', ['hero', 'hero-end']],
  ['success-border', ['card', 'background']],
  ['pending-border', ['card', 'background']],
  ['failed-border', ['card', 'background']],
  ['failed-border', ['failed-soft']],
  ['chart-in', ['card', 'background']],
  ['chart-out', ['card', 'background']],
  ...['leaf', 'amber', 'violet'].map((hue): [string, string[]] => [`pot-${hue}`, ['card', 'hover']]),
]

for (const [theme, tokens] of [
  ['light', light],
  ['dark', dark],
] as const) {
  describe(`in the ${theme} theme`, () => {
    for (const [foreground, grounds] of texts) {
      test(`text in ${foreground} has the required contrast on ${grounds.join(', ')}`, () => {
        for (const ground of grounds) {
          expect(contrast(tokens, foreground, ground), ground).toBeGreaterThanOrEqual(4.5)
        }
      })
    }
    for (const [foreground, grounds] of shapes) {
      test(`shapes in ${foreground} have the required contrast on ${grounds.join(', ')}`, () => {
        for (const ground of grounds) {
          expect(contrast(tokens, foreground, ground), ground).toBeGreaterThanOrEqual(3)
        }
      })
    }
  })
}

/** Colours without a meaning of their own: a hairline, the dimming behind a dialog, the dot beside the word "pending". */
const silent = ['border', 'pending-dot', 'overlay']

test('each colour has a required contrast or is listed as decorative', () => {
  const pairs = [...texts, ...shapes].flatMap(([one, grounds]) => grounds.map((ground) => [one, ground]))
  expect(new Set(pairs.map(String)).size).toBeGreaterThanOrEqual(62)
  expect(Object.keys(light).filter((name) => !pairs.flat().includes(name))).toEqual(silent)
})

test('each colour has its own value in the dark theme', () => {
  const borrowed = tokens.reduce((rest, [token]) => rest.replace(token, ''), css)
  expect(borrowed).not.toContain('oklch(')
})

test('the browser’s toolbar has the colour of the page', () => {
  const themeColors = [...page.matchAll(/name="theme-color"[^>]*content="([^"]+)"/g)].map((match) => match[1])
  expect(themeColors).toEqual([light.background, dark.background])
})

/** WCAG 2.x contrast of two tokens. */
function contrast(tokens: Tokens, one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(tokens[one]!), luminance(tokens[other]!)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Relative luminance of an OKLCH colour, clipped to sRGB and rounded to what a screen shows. */
function luminance(colour: string): number {
  const [lightness = 0, chroma = 0, hue = 0] = colour.match(/[\d.]+/g)!.map(Number)
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(asShown)
  return 0.2126 * linear[0]! + 0.7152 * linear[1]! + 0.0722 * linear[2]!
}

function asShown(linear: number): number {
  const clipped = Math.min(1, Math.max(0, linear))
  const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055
  const shown = Math.round(encoded * 255) / 255
  return shown <= 0.04045 ? shown / 12.92 : ((shown + 0.055) / 1.055) ** 2.4
}
