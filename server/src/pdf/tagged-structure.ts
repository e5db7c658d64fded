import { type CompressedObjects, openCompressedObjects } from './compressed-objects.ts'

type Reference = PDFKit.PDFKitReference

/** An element of the logical structure, such as a row of a table. */
type Element = {
  readonly reference: Reference
  /** References to the elements below. */
  readonly children: string[]
  /** Writes the element. Call it after the last element below was added. */
  readonly end: () => void
}

export type TaggedStructure = {
  /** The root element of the document's logical structure. */
  readonly root: Element
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
  /** Ends the root and writes what leads to its elements. Call it before the document is ended. */
  readonly endStructure: () => void
}

/**
 * Opens the logical structure of a tagged PDF. Each element is written when it ends and not kept: a long table has tens of
 * thousands. The library's own elements stay in memory until the document ends.
 */
export function openTaggedStructure(doc: PDFKit.PDFDocument): TaggedStructure {
  const objects = openCompressedObjects(doc)
  const treeRoot = doc.getStructTreeRoot()
  const parentTree = openParentTree(doc, objects)

  function openElement(parent: Reference, name: string): Element {
    const reference = doc.ref({})
    const children: string[] = []
    const end = () => objects.write(reference, `<</S/${name}/P ${parent}/K[${children.join(' ')}]>>`)
    return { reference, children, end }
  }

  const root = openElement(treeRoot, 'Document')
  return {
    root,
    open(parent, name) {
      const element = openElement(parent.reference, name)
      parent.children.push(`${element.reference}`)
      return element
    },
    tag(parent, name, text, draw) {
      const reference = doc.ref({})
      parent.children.push(`${reference}`)
      let element = `<</S/${name}/P ${parent.reference}`
      if (text !== '') {
        const contentNumber = parentTree.add(reference)
        element += `/Pg ${doc.page.dictionary}/K ${contentNumber}`
        doc.addContent(`/${name} <</MCID ${contentNumber}>> BDC`)
        draw()
        doc.addContent('EMC')
      }
      // For text whose glyphs are drawn in another order than its characters.
      if (isReordered.test(text)) element += `/ActualText ${textString(text)}`
      if (name === 'TH') element += '/A<</O/Table/Scope/Column>>'
      objects.write(reference, `${element}>>`)
    },
    drawArtifact(type, draw) {
      doc.addContent(`/Artifact <</Type/${type}>> BDC`)
      draw()
      doc.addContent('EMC')
    },
    endStructure() {
      root.end()
      Object.assign(treeRoot.data, { K: root.reference, ...parentTree.end() })
      objects.end()
    },
  }
}

/** Leads from the pieces of content on each page to their elements. */
function openParentTree(doc: PDFKit.PDFDocument, objects: CompressedObjects) {
  /** References to the elements of each page, in the order of their content. */
  const pages: string[][] = []
  let page: PDFKit.PDFPage | undefined
  return {
    /** Returns the number of the element's content on the open page. */
    add(element: Reference): number {
      if (page !== doc.page) {
        page = doc.page
        Object.assign(page.dictionary.data, { StructParents: pages.length })
        pages.push([])
      }
      return pages.at(-1)!.push(`${element}`) - 1
    },
    /** Writes the tree. Returns its entries in the root of the structure. */
    end() {
      const leaves = pages.map((elements, at) => {
        const leaf = doc.ref({})
        objects.write(leaf, `[${elements.join(' ')}]`)
        return `${at} ${leaf}`
      })
      const tree = doc.ref({})
      objects.write(tree, `<</Nums[${leaves.join(' ')}]>>`)
      return { ParentTree: tree, ParentTreeNextKey: pages.length }
    },
  }
}

const isReordered =
  /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Devanagari}\p{sc=Thai}]/u

/** A text in UTF-16 with the byte order mark, as hexadecimal digits. */
function textString(text: string): string {
  return `<${Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')}>`
}
