import Pdf from 'pdfkit'
import { expect, test } from 'vitest'
import { openFonts } from './fonts.ts'

test('a name with a mark that the font cannot place on its letter is laid out', () => {
  const doc = new Pdf()
  const name = '\u062e\u063d\u0654\u0649\u0641\u0655'
  const font = openFonts(doc, 400).fontOf(name[0]!, undefined)
  expect(font).toContain('arabic-400')
  expect(doc.font(font).fontSize(10).widthOfString(name)).toBeGreaterThan(10)
})
