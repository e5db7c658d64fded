import { hash } from 'node:crypto'

/** An id that the bank derives from a text, such as that of a schedule and its day: a UUID of version 8 from its SHA-256. */
export function derivedId(text: string): string {
  return hash('sha256', text).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}
