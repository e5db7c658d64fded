import { colours } from './document-colours.ts'

/** The lines of the band that the slips on the screens have at their head, 48 wide and 24 high (`web/src/sending/guilloche.svg`). */
export const fineLines = [
  'M0 12c8.7 -13.3 15.3 -13.3 24 0s15.3 13.3 24 0',
  'M0 12c8.7 13.3 15.3 13.3 24 0s15.3 -13.3 24 0',
  'M0 12c8.7 -10.0 15.3 -10.0 24 0s15.3 10.0 24 0',
  'M0 12c8.7 10.0 15.3 10.0 24 0s15.3 -10.0 24 0',
  'M0 12c8.7 -6.7 15.3 -6.7 24 0s15.3 6.7 24 0',
  'M0 12c8.7 6.7 15.3 6.7 24 0s15.3 -6.7 24 0',
  'M0 12c8.7 -3.3 15.3 -3.3 24 0s15.3 3.3 24 0',
  'M0 12c8.7 3.3 15.3 3.3 24 0s15.3 -3.3 24 0',
  'M0 2c8.7 0 15.3 20 24 20s15.3 -20 24 -20',
  'M0 22c8.7 0 15.3 -20 24 -20s15.3 20 24 20',
  'M0 6c8.7 0 15.3 12 24 12s15.3 -12 24 -12',
  'M0 18c8.7 0 15.3 -12 24 -12s15.3 12 24 12',
].join('')

/** Draws that band. It is drawn once in a document: on each page it would make a long statement larger and slower. */
export function drawGuilloche(
  doc: PDFKit.PDFDocument,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  const scale = height / 24
  doc.save()
  doc.rect(x, y, width, height).clip()
  doc.translate(x, y).scale(scale)
  for (let at = 0; at < width / scale; at += 48) {
    doc.path(fineLines).lineWidth(0.3).stroke(colours.primary)
    doc.translate(48, 0)
  }
  doc.restore()
}
