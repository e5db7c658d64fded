import { Refusal } from '../refusal.ts'

/** Which users are being sent a file to keep: one at a time for each. */
export type FilesUnderWay = ReturnType<typeof openFilesUnderWay>

export function openFilesUnderWay() {
  const userIds = new Set<string>()
  return {
    count: () => userIds.size,
    /** Gives what ends it, which may be called twice. Throws `export_under_way` while another file is on its way to the user. */
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
