import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Replaces a file so that a crash leaves the earlier one or the new one, never a part, and both survive a power cut. */
export function writeDurably(file: string, content: string, mode = 0o600): void {
  const draft = `${file}.part`
  writeFileSync(draft, content, { mode, flush: true })
  renameSync(draft, file)
  syncFolder(dirname(file))
}

/** Makes the names in a folder survive a power cut. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
