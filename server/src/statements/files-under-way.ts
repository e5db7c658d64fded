import { Refusal } from '../refusal.ts'

/** The users who are downloading a file: one at a time for each. */
export type FilesUnderWay = ReturnType<typeof openFilesUnderWay>

export function openFilesUnderWay() {
  const userIds = new Set<string>()
  return {
    count: () => userIds.size,
    /** Returns a function that ends the download and may be called twice. Throws `export_under_way` during another download of the user. */
    begin(userId: string): () => void {
      if (userIds.has(userId)) throw new Refusal('export_under_way')
      userIds.add(userId)
      let isUnderWay = true
      return () => {
        if (isUnderWay) userIds.delete(userId)
        isUnderWay = false
      }
    },
  }
}
