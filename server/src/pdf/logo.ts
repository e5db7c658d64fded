import { colours } from './document-colours.ts'

/** Draws the logo of the screens as shapes: `size` points wide, its top left corner at `x`, `y`. */
export function drawLogo(
  doc: PDFKit.PDFDocument,
  { x, y, size }: { x: number; y: number; size: number },
): void {
  doc
    .save()
    .translate(x, y)
    .scale(size / 32)
  doc.circle(16, 16, 15).fill(colours.primary)
  doc.circle(16, 16, 11.5).lineWidth(1.25).dash(1.2, { space: 2.2 }).stroke(colours.primaryForeground)
  doc.undash().path('M10 10h12v3h-4.4v9.5h-3.2V13H10z').fill(colours.primaryForeground)
  doc.restore()
}
