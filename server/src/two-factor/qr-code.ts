import encodeQR from 'qr'

/** Draws a text as a QR code in SVG: black on white in both themes, with the margin that scanners need. */
export function drawQr(text: string): string {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const size = rows.length
  const bars = rows.flatMap((row, y) => barsOf(row).map(({ x, width }) => `M${x} ${y}h${width}v1h-${width}z`))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${bars.join('')}"/></svg>`
}

/** The runs of dark modules in a row. */
function barsOf(row: readonly boolean[]): { x: number; width: number }[] {
  const text = row.map((isDark) => (isDark ? '1' : '0')).join('')
  return [...text.matchAll(/1+/g)].map((run) => ({ x: run.index, width: run[0].length }))
}
