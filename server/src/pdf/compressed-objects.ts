/** The small objects of a PDF, many of them compressed together (object streams, ISO 32000-1 §7.5.7). */
export type CompressedObjects = {
  /** Writes an object in the syntax of PDF, in place of the reference's data. It may not be a stream. */
  readonly write: (reference: PDFKit.PDFKitReference, object: string) => void
  /** Call it before the document is ended. */
  readonly end: () => void
}

// More would compress little better, and a reader has to unpack a whole stream for one object.
const objectsPerStreamMax = 500

/**
 * Opens the object streams of a document. The library writes each object by itself and in plain text: the cells of a long table
 * take three quarters of the file. It also writes a table of offsets at the end, which cannot refer to objects in a stream, so
 * that the document gets a cross-reference stream in its place.
 */
export function openCompressedObjects(document: PDFKit.PDFDocument): CompressedObjects {
  const doc = document as unknown as DocumentInternals
  /** The stream of an object and its place in it, by the object's number. */
  const places = new Map<number, { readonly stream: number; readonly index: number }>()
  let stream = doc.ref({})
  let directory: string[] = []
  let bodies = ''

  function endStream(): void {
    const head = `${directory.join(' ')}\n`
    Object.assign(stream.data, { Type: 'ObjStm', N: directory.length, First: head.length })
    stream.end(Buffer.from(head + bodies, 'latin1'))
    directory = []
    bodies = ''
  }

  doc._finalize = () => writeCrossReferences(doc, places)

  return {
    write(reference, object) {
      if (directory.length === objectsPerStreamMax) {
        endStream()
        stream = doc.ref({})
      }
      places.set(reference.id, { stream: stream.id, index: directory.length })
      directory.push(`${reference.id} ${bodies.length}`)
      bodies += `${object}\n`
      doc._refEnd(reference)
    },
    end: endStream,
  }
}

/** Writes where each object is (a cross-reference stream, §7.5.8), and the end of the file. */
function writeCrossReferences(
  doc: DocumentInternals,
  places: ReadonlyMap<number, { readonly stream: number; readonly index: number }>,
): void {
  const start = doc._offset
  const references = doc.ref({
    Type: 'XRef',
    W: [1, 4, 2],
    Root: doc._root,
    Info: doc._info,
    ID: [doc._id, doc._id],
  })
  const size = references.id + 1
  const table = Buffer.alloc(size * 7)
  // Number 0 heads the list of free objects.
  table.writeUInt16BE(0xffff, 5)
  for (let id = 1; id < size; id++) {
    const place = places.get(id)
    table.writeUInt8(place ? 2 : 1, id * 7)
    table.writeUInt32BE(
      place ? place.stream : id === references.id ? start : doc._offsets[id - 1]!,
      id * 7 + 1,
    )
    table.writeUInt16BE(place ? place.index : 0, id * 7 + 5)
  }
  Object.assign(references.data, { Size: size })
  references.end(table)
  doc._write(`startxref\n${start}\n%%EOF`)
  doc.push(null)
}

/** Parts of the library's document that its types do not describe. */
type DocumentInternals = {
  readonly ref: (data: object) => Reference
  readonly push: (bytes: null) => void
  readonly _write: (text: string) => void
  /** The bytes written so far. */
  readonly _offset: number
  /** Where the objects begin; the first one has number 1. */
  readonly _offsets: readonly number[]
  readonly _root: Reference
  readonly _info: Reference
  readonly _id: Uint8Array
  /** Notes that an object has been written. */
  readonly _refEnd: (reference: PDFKit.PDFKitReference) => void
  /** Writes the end of the file. */
  _finalize: () => void
}

type Reference = {
  readonly id: number
  readonly data: object
  readonly end: (content: string | Uint8Array) => void
}
