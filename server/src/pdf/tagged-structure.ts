type Element = PDFKit.PDFStructureElement

export type TaggedStructure = {
  /** The root element of the document's logical structure. */
  readonly root: Element
  /** Adds an element, such as a row of a table. End it after the last element below was added: it is written then. */
  readonly open: (parent: Element, name: 'Table' | 'TR') => Element
  /** Draws a text as a structure element, which screen readers read. */
  readonly tag: (
    parent: Element,
    name: 'H1' | 'H2' | 'P' | 'TH' | 'TD',
    text: string,
    draw: () => void,
  ) => void
  /** Draws decoration, which screen readers skip. */
  readonly drawArtifact: (type: 'Pagination' | 'Layout', draw: () => void) => void
}

/** Opens the logical structure of a tagged PDF. */
export function openTaggedStructure(doc: PDFKit.PDFDocument): TaggedStructure {
  const root = doc.struct('Document')
  doc.addStructure(root)
  return {
    root,
    open(parent, name) {
      const element = doc.struct(name)
      parent.add(element)
      return element
    },
    tag(parent, name, text, draw) {
      const content = text === '' ? [] : [doc.markStructureContent(name)]
      if (text !== '') {
        draw()
        doc.endMarkedContent()
      }
      const options = {
        // For text whose glyphs are drawn in another order than its characters.
        ...(isReordered.test(text) ? { actual: text } : {}),
        ...(name === 'TH' ? { scope: 'Column' } : {}),
      }
      parent.add(doc.struct(name, options, content))
    },
    drawArtifact(type, draw) {
      doc.markContent('Artifact', { type })
      draw()
      doc.endMarkedContent()
    },
  }
}

const isReordered =
  /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Devanagari}\p{sc=Thai}]/u
