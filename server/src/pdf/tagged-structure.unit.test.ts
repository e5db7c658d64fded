import { buffer } from 'node:stream/consumers'
import Pdf from 'pdfkit'
import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { openTaggedStructure } from './tagged-structure.ts'

type Node = { type?: string; role?: string; children?: Node[] }

test('the rows of a long table are each on their page in the structure', async () => {
  const doc = new Pdf({ tagged: true, pdfVersion: '1.7' })
  const file = buffer(doc)
  const { root, open, tag, drawArtifact } = openTaggedStructure(doc)
  const table = open(root, 'Table')
  for (const rows of [400, 300]) {
    drawArtifact('Pagination', () => doc.text('a header'))
    for (let row = 1; row <= rows; row++) {
      const element = open(table, 'TR')
      tag(element, 'TD', `row ${row}`, () => doc.text(`row ${row}`, 72, 72))
      tag(element, 'TD', '', () => {})
      element.end()
    }
    if (rows === 400) doc.addPage()
  }
  table.end()
  doc.end()
  const pdf = await getDocumentProxy(new Uint8Array(await file))
  expect(pdf.numPages).toBe(2)
  for (const [page, rows] of [
    [1, 400],
    [2, 300],
  ] as const) {
    const tree = (await (await pdf.getPage(page)).getStructTree()) as Node
    const table = tree.children![0]!.children![0]!
    expect([table.role, table.children!.length]).toEqual(['Table', 700])
    expect(table.children!.filter(({ role }) => role === 'TR').filter(hasContent)).toHaveLength(rows)
  }
})

/** Whether an element has content on the page. */
function hasContent({ type, children = [] }: Node): boolean {
  return type === 'content' || children.some(hasContent)
}
