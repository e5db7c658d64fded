import { fileURLToPath } from 'node:url'
// @ts-expect-error: fontkit has no types.
import { create } from 'fontkit'
import Pdf from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { type Font, openShapedFont, wholeText } from './shaped-font.ts'
import { unpackWoff } from './woff.ts'

const pathOf = (weight: number) =>
  fileURLToPath(
    import.meta.resolve(
      `@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-${weight}-normal.woff`,
    ),
  )

describe('the characters of a number', () => {
  for (const weight of [400, 600]) {
    test(`the characters of a number are not kerned in weight ${weight}, so that each can be shaped by itself`, () => {
      const characters = [...'0123456789.,/-$€£ ']
      const font: Font = create(unpackWoff(pathOf(weight)))
      const widthOf = (text: string) => font.layout(text, { tnum: true }).advanceWidth
      const kerned = characters.flatMap((one) =>
        characters
          .filter((other) => widthOf(one + other) !== widthOf(one) + widthOf(other))
          .map((other) => one + other),
      )
      // Of which no number and no date has two.
      expect(kerned).toEqual(['//'])
      // The font does kern letters.
      expect(widthOf('AV')).toBeLessThan(widthOf('A') + widthOf('V'))
    })
  }
})

test('all digits are as wide as each other, so that those of a column are below each other', () => {
  const font = openShapedFont(pathOf(400))
  const widths = [...'0123456789'].map((digit) => font.layout(digit).advanceWidth)
  expect(new Set(widths).size).toBe(1)
})

describe('a text of words and numbers', () => {
  for (const file of ['noto-sans/files/noto-sans-latin', 'unifontex/files/unifontex-latin']) {
    test(`a text in ${file} is as wide each time as the PDF library makes it in the plain font`, () => {
      const path = fileURLToPath(import.meta.resolve(`@fontsource/${file}-400-normal.woff`))
      const text = 'Invoice AV 4,711.50 of 11/21/2026'
      const widthIn = (font: Font) =>
        new Pdf().font(font as unknown as Buffer, 10).widthOfString(text, wholeText)
      const [shaped, plain] = [openShapedFont(path), create(unpackWoff(path))]
      for (let times = 0; times < 3; times++) expect(widthIn(shaped)).toBeCloseTo(widthIn(plain), 6)
    })
  }
})
