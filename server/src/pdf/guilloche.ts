import { colours } from './document-colours.ts'

/** Of each wave, its height as a part of the band's, and by how much of a half wave it is shifted. */
const waves = [1, -1, 0.7, -0.7, 0.4, -0.4].map((depth) => ({ depth, shift: 0 }))
const shifted = [1, -1].map((depth) => ({ depth, shift: 0.5 }))

/** The control points of the Bézier curve that comes closest to a half wave of a sine. */
const control = { x: 0.3642, y: 4 / 3 }

/**
 * Draws the band of fine lines that the slips on the screens have at their head (`web/src/sending/guilloche.svg`). It is drawn once in a
 * document: on each page it would make a long statement larger and slower.
 */
export function drawGuilloche(
  doc: PDFKit.PDFDocument,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  const count = Math.round(width / (1.2 * height))
  const length = width / count
  const middle = y + height / 2
  doc.save()
  doc.rect(x, y, width, height).clip()
  for (const { depth, shift } of [...waves, ...shifted]) {
    let at = x - shift * length
    let rise = (depth * height) / 2
    doc.moveTo(at, middle)
    while (at < x + width) {
      const top = middle - control.y * rise
      doc.bezierCurveTo(
        at + control.x * length,
        top,
        at + length - control.x * length,
        top,
        at + length,
        middle,
      )
      at += length
      rise = -rise
    }
  }
  doc.lineWidth(0.22).stroke(colours.primary)
  doc.restore()
}
