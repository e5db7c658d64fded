import { parentPort } from 'node:worker_threads'
import Pdf from 'pdfkit'
import { lowerPriority } from '../low-priority.ts'
import { colours } from './document-colours.ts'
import { drawGuilloche } from './guilloche.ts'
import { drawLogo } from './logo.ts'
import { openTaggedStructure, type TaggedStructure } from './tagged-structure.ts'
import type { TextLayout } from './text-layout.ts'
import { openTextStyles, sizes, type TextStyles } from './text-styles.ts'

/** The contents of every document of the bank. */
export type Letterhead = {
  readonly bankName: string
  /** The line about where to send questions. */
  readonly support: string
  /** The bank's time zone, which determines the day of every date. */
  readonly timeZone: string
  readonly madeAt: Date
}

/** The title of a document, in its metadata and at the top of later pages. */
type Title = { readonly title: string; readonly subject: string }

export type BankDocument = TaggedStructure &
  TextStyles & {
    /** Draws the band of fine lines, the logo and the bank's name at the top of the first page. */
    readonly drawLetterhead: () => void
    /** Draws the footer of a page, after everything else on it. */
    readonly drawFooter: (page: number, pageCount: number) => void
    /** Adds a page with a small header. */
    readonly addPage: () => void
    /** Draws horizontal rules across the page. */
    readonly drawRules: (ys: readonly number[], style?: { width?: number; colour?: string }) => void
    readonly drawBox: (box: { x: number; y: number; width: number; height: number }, colour: string) => void
    /** Ends the document and posts it to the parent thread. */
    readonly finish: () => void
  }

/** The area of an A4 page in points: room for a hole punch at the start, and for the footer below `bottom`. */
export const pageArea = { start: 48, end: 547, width: 499, top: 44, laterTop: 84, bottom: 772 } as const

// Several times what the longest document takes.
const fileBytesMax = 128 * 1_024 * 1_024

const muted = { colour: colours.mutedForeground }

/** Opens a document of the bank with an empty first page. Call it in a worker thread. */
export function openBankDocument(letterhead: Letterhead, { title, subject }: Title): BankDocument {
  lowerPriority('low')
  const doc = openTaggedPdf(letterhead, { title, subject })
  const structure = openTaggedStructure(doc)
  const styles = openTextStyles(doc)
  const { root, tag, drawArtifact } = structure
  const { text, fittedText } = styles

  const drawRules: BankDocument['drawRules'] = (ys, { width = 0.5, colour = colours.border } = {}) => {
    drawArtifact('Layout', () => {
      for (const y of ys) doc.moveTo(pageArea.start, y).lineTo(pageArea.end, y)
      doc.lineWidth(width).stroke(colour)
    })
  }

  return {
    ...structure,
    ...styles,
    drawRules,
    drawBox({ x, y, width, height }, colour) {
      drawArtifact('Layout', () => doc.roundedRect(x, y, width, height, 6).fill(colour))
    },
    drawLetterhead() {
      drawArtifact('Layout', () => {
        drawGuilloche(doc, { x: pageArea.start, y: 20, width: pageArea.width, height: 12 })
        drawLogo(doc, { x: pageArea.start, y: pageArea.top, size: 30 })
      })
      const width = pageArea.width - 39
      const name = fittedText([sizes.h1, sizes.figure, sizes.h2], letterhead.bankName, width)
      const y = pageArea.top + 21 - name.ascent
      tag(root, 'P', letterhead.bankName, () => {
        drawLine(name, letterhead.bankName, { x: pageArea.start + 39, y, width })
      })
    },
    drawFooter(page, pageCount) {
      const small = text(sizes.caption, muted)
      drawRules([pageArea.bottom + 14])
      drawArtifact('Pagination', () => {
        const y = pageArea.bottom + 19
        drawLine(small, letterhead.support, { x: pageArea.start, y, width: pageArea.width - 70 })
        drawLine(small, `Page ${page} of ${pageCount}`, { x: pageArea.end, y, width: 70, atEnd: true })
        const zone = `All dates are days in the bank’s time zone, ${letterhead.timeZone}.`
        drawLine(small, zone, { x: pageArea.start, y: y + 11, width: pageArea.width })
      })
    },
    addPage() {
      doc.addPage()
      drawArtifact('Pagination', () => {
        const { start, end, top } = pageArea
        drawLogo(doc, { x: start, y: top, size: 18 })
        const name = fittedText([sizes.body, sizes.caption, 6.5], letterhead.bankName, 240)
        drawLine(name, letterhead.bankName, { x: start + 25, y: top + 13 - name.ascent, width: 240 })
        drawLine(text(sizes.caption, muted), `${title}, ${subject}`, {
          x: end,
          y: top + 4,
          width: 230,
          atEnd: true,
        })
      })
    },
    finish() {
      doc.end()
    },
  }
}

/** Draws one line of text, cut off where it does not fit. */
function drawLine(
  layout: TextLayout,
  text: string,
  { x, y, width, atEnd = false }: { x: number; y: number; width: number; atEnd?: boolean },
): void {
  layout.draw(layout.linesOf(text, width)[0]!, x, y, atEnd)
}

function openTaggedPdf({ bankName, madeAt }: Letterhead, { title, subject }: Title): PDFKit.PDFDocument {
  const doc = new Pdf({
    size: 'A4',
    margin: 0,
    // PDF/UA, for screen readers: a language, a title, and a tagged structure of headings, paragraphs and tables.
    lang: 'en-US',
    tagged: true,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as 'PDF/A-1',
    displayTitle: true,
    info: { Title: `${title}, ${subject}`, Author: bankName, Subject: subject, CreationDate: madeAt },
  })
  // Grows in place: the hundred thousands of pieces of a long document would take much more memory than the file.
  const file = new ArrayBuffer(0, { maxByteLength: fileBytesMax })
  const content = new Uint8Array(file)
  doc.on('data', (piece: Uint8Array) => {
    const end = file.byteLength
    file.resize(end + piece.length)
    content.set(piece, end)
  })
  doc.on('end', () => {
    const bytes = new Uint8Array(file.transferToFixedLength())
    parentPort!.postMessage(bytes, [bytes.buffer])
  })
  return doc
}
