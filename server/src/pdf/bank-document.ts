import { parentPort } from 'node:worker_threads'
import Pdf from 'pdfkit'
import { colours } from './document-colours.ts'
import { type Fonts, type FontWeight, openFonts } from './fonts.ts'
import { drawLogo } from './logo.ts'
import { openTaggedStructure, type TaggedStructure } from './tagged-structure.ts'
import { openTextLayout, type TextLayout } from './text-layout.ts'

/** What stands on every paper of the bank. */
export type Letterhead = {
  readonly bankName: string
  /** Where a customer asks a question, as a sentence. */
  readonly support: string
  /** The bank's time zone: every date on the paper is a day there. */
  readonly timeZone: string
  /** When the paper was made. */
  readonly madeAt: Date
}

/** What the paper is called, by readers of PDF and on its later pages. */
type Title = { readonly title: string; readonly subject: string }

export type BankDocument = TaggedStructure & {
  readonly doc: PDFKit.PDFDocument
  readonly text: (size: number, look?: { weight?: FontWeight; colour?: string }) => TextLayout
  /** The semibold text of the first of some sizes, largest first, in which words have room on one line; else of the last. */
  readonly fittedText: (sizes: readonly number[], words: string, width: number) => TextLayout
  /** Draws the logo and the bank's name at the top of the first page. */
  readonly drawLetterhead: () => void
  /** Draws the foot of a page, which is complete then. */
  readonly drawFooter: (page: number, pageCount: number) => void
  /** Begins another page with a small head. */
  readonly addPage: () => void
  /** Draws rules across the page. */
  readonly drawRules: (ys: readonly number[], look?: { width?: number; colour?: string }) => void
  readonly drawBox: (box: { x: number; y: number; width: number; height: number }, colour: string) => void
  /** Ends the document and hands it to the thread that asked for it. */
  readonly finish: () => void
}

/** Where things stand on A4, in points: room for a hole punch at the start, for a foot below `bottom`. */
export const pageArea = { start: 48, end: 547, width: 499, top: 44, laterTop: 84, bottom: 772 } as const

/** Opens a paper of the bank: its first page is empty. Runs in a thread of its own. */
export function openBankDocument(letterhead: Letterhead, { title, subject }: Title): BankDocument {
  const doc = openDocument(letterhead, { title, subject })
  const letters = new Map<FontWeight, Fonts>()
  const layouts = new Map<string, TextLayout>()
  const text: BankDocument['text'] = (size, { weight = 400, colour = colours.foreground } = {}) => {
    const key = `${size} ${weight} ${colour}`
    let layout = layouts.get(key)
    if (!layout) {
      if (!letters.has(weight)) letters.set(weight, openFonts(doc, weight))
      layout = openTextLayout(doc, letters.get(weight)!, { size, colour })
      layouts.set(key, layout)
    }
    return layout
  }
  const fittedText: BankDocument['fittedText'] = (sizes, words, width) => {
    const layouts = sizes.map((size) => text(size, { weight: 600 }))
    return layouts.find((layout) => layout.widthOf(words) <= width) ?? layouts.at(-1)!
  }
  const structure = openTaggedStructure(doc)
  const { root, tag, drawArtifact } = structure
  const muted = { colour: colours.mutedForeground }

  const drawRules: BankDocument['drawRules'] = (ys, { width = 0.5, colour = colours.border } = {}) => {
    drawArtifact('Layout', () => {
      for (const y of ys) doc.moveTo(pageArea.start, y).lineTo(pageArea.end, y)
      doc.lineWidth(width).stroke(colour)
    })
  }

  /** One line, shortened by its end where it does not fit. */
  function drawLine(
    layout: TextLayout,
    words: string,
    x: number,
    y: number,
    room: number,
    atEnd = false,
  ): void {
    layout.draw(layout.linesOf(words, room)[0]!, x, y, atEnd)
  }

  return {
    ...structure,
    doc,
    text,
    fittedText,
    drawRules,
    drawBox({ x, y, width, height }, colour) {
      drawArtifact('Layout', () => doc.roundedRect(x, y, width, height, 6).fill(colour))
    },
    drawLetterhead() {
      drawArtifact('Layout', () => drawLogo(doc, { x: pageArea.start, y: pageArea.top, size: 30 }))
      const room = pageArea.width - 39
      const name = fittedText([16, 13, 11], letterhead.bankName, room)
      tag(root, 'P', letterhead.bankName, () => {
        drawLine(name, letterhead.bankName, pageArea.start + 39, pageArea.top + 21 - name.ascent, room)
      })
    },
    drawFooter(page, pageCount) {
      const small = text(7.5, muted)
      drawRules([pageArea.bottom + 14])
      drawArtifact('Pagination', () => {
        const y = pageArea.bottom + 19
        drawLine(small, letterhead.support, pageArea.start, y, pageArea.width - 70)
        drawLine(small, `Page ${page} of ${pageCount}`, pageArea.end, y, 70, true)
        const zone = `All dates are days in the bank’s time zone, ${letterhead.timeZone}.`
        drawLine(small, zone, pageArea.start, y + 11, pageArea.width)
      })
    },
    addPage() {
      doc.addPage()
      drawArtifact('Pagination', () => {
        drawLogo(doc, { x: pageArea.start, y: pageArea.top, size: 18 })
        const name = fittedText([10, 8, 6.5], letterhead.bankName, 240)
        drawLine(name, letterhead.bankName, pageArea.start + 25, pageArea.top + 13 - name.ascent, 240)
        drawLine(text(8, muted), `${title}, ${subject}`, pageArea.end, pageArea.top + 4, 230, true)
      })
    },
    finish() {
      root.end()
      doc.end()
    },
  }
}

function openDocument({ bankName, madeAt }: Letterhead, { title, subject }: Title): PDFKit.PDFDocument {
  const doc = new Pdf({
    size: 'A4',
    margin: 0,
    // For those who listen to it: a language, a title, and a structure that says what is a heading and what a table.
    lang: 'en-US',
    tagged: true,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as 'PDF/A-1',
    displayTitle: true,
    info: { Title: `${title}, ${subject}`, Author: bankName, Subject: subject, CreationDate: madeAt },
  })
  const pieces: Uint8Array[] = []
  doc.on('data', (piece: Uint8Array) => pieces.push(piece))
  doc.on('end', () => parentPort!.postMessage(new Uint8Array(Buffer.concat(pieces))))
  return doc
}
