import Pdf from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { openFonts } from './fonts.ts'

describe('the characters of a number', () => {
  for (const weight of [400, 600] as const) {
    test(`the characters of a number are not kerned in weight ${weight}, so that each can be drawn by itself`, () => {
      const doc = new Pdf()
      const characters = [...'0123456789.,/-$€£ ']
      const font = openFonts(doc, weight).fontOf('0', undefined)
      const widthOf = (text: string) => doc.font(font).fontSize(1_000).widthOfString(text)
      const kerned = characters.flatMap((one) =>
        characters
          .filter((other) => Math.abs(widthOf(one + other) - widthOf(one) - widthOf(other)) > 0.001)
          .map((other) => one + other),
      )
      expect(kerned).toEqual([])
      // The font does kern letters.
      expect(widthOf('AV')).toBeLessThan(widthOf('A') + widthOf('V'))
    })
  }
})
