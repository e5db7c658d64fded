import { colours } from './document-colours.ts'
import { type FontWeight, openFonts } from './fonts.ts'
import { openTextLayout, type TextLayout } from './text-layout.ts'

/** The type scale of a document in points: the steps of the screens (`web/src/tokens.css`), around a body of 9.5. */
export const sizes = { caption: 7.5, table: 8.5, body: 9.5, h2: 12, figure: 14, h1: 17, hero: 22 } as const

export type TextStyles = {
  /** A text of this size, one of `sizes` unless it had to be fitted; regular and in the foreground colour unless given. */
  readonly text: (size: number, style?: { weight?: FontWeight; colour?: string }) => TextLayout
  /** The largest of these semibold sizes, sorted descending, in which `words` fit on one line; otherwise the smallest. */
  readonly fittedText: (sizes: readonly number[], words: string, width: number) => TextLayout
}

/** The text styles of a document. Each font and each style is opened once. */
export function openTextStyles(doc: PDFKit.PDFDocument): TextStyles {
  const fonts = { 400: openFonts(doc, 400), 600: openFonts(doc, 600) }
  const layouts = new Map<string, TextLayout>()
  const text: TextStyles['text'] = (size, { weight = 400, colour = colours.foreground } = {}) => {
    const key = `${size} ${weight} ${colour}`
    let layout = layouts.get(key)
    if (!layout) {
      layout = openTextLayout(doc, fonts[weight], { size, colour })
      layouts.set(key, layout)
    }
    return layout
  }
  return {
    text,
    fittedText(sizes, words, width) {
      const candidates = sizes.map((size) => text(size, { weight: 600 }))
      return candidates.find((layout) => layout.widthOf(words) <= width) ?? candidates.at(-1)!
    },
  }
}
