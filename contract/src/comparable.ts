/**
 * A text without spaces, in lower case. Names, numbers and codes that people write in groups or with capitals are the same when their
 * comparable texts are.
 */
export function comparable(text: string): string {
  return text.replace(/\s+/g, '').toLowerCase()
}
