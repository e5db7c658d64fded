import { endpoints } from '@bank/contract/endpoints'
import { caseFileRules, caseFilesError } from '@bank/contract/support/case-file'
import type { CaseFile } from '@bank/contract/support/view'
import { timeOrderedId } from '@bank/contract/time-ordered-id'
import { Paperclip } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, requestAddress } from '../api/call.ts'
import { reasonOf } from '../api/problem.ts'
import { useKeptDraft, useLeftDraft } from '../sessions/drafts.ts'
import { Input } from '../ui/input.tsx'

/** The files of an entry. A browser saves them and never shows them. */
export function CaseFiles({ files }: { files: readonly CaseFile[] }) {
  if (files.length === 0) return null
  return (
    <ul className="grid gap-1">
      {files.map(({ id, name, size }) => (
        <li key={id} className="flex min-w-0 items-center gap-2">
          <Paperclip aria-hidden size={16} className="shrink-0 text-muted-foreground" />
          <a
            href={requestAddress(endpoints.readCaseFile, { params: { id } })}
            download={name}
            className="min-w-0 wrap-anywhere text-link underline"
          >
            <bdi>{name}</bdi>
          </a>
          <span className="shrink-0 text-caption text-muted-foreground">{sizeText(size)}</span>
        </li>
      ))}
    </ul>
  )
}

function sizeText(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1024)
  return kilobytes < 1024 ? `${kilobytes} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

/**
 * The files that an entry is to get, with what is wrong about them. They are kept like its text when its form is left: this page has them as
 * long as it is open. `purpose` names the form.
 */
export function useChosenFiles(purpose: string) {
  const draft = `files of ${purpose}`
  const kept = useKeptDraft<{ files: readonly File[] }>(draft)
  const [files, setFiles] = useState(kept?.files ?? [])
  const last = useRef(files)
  const getFields = useCallback(() => (last.current.length > 0 ? { files: last.current } : {}), [])
  useLeftDraft(draft, getFields)
  const choose = (chosen: readonly File[]) => {
    last.current = chosen
    setFiles(chosen)
  }
  return { files, error: caseFilesError(files), choose }
}

/** Chooses the files of an entry. */
export function FilesField({ id, chosen }: { id: string; chosen: ReturnType<typeof useChosenFiles> }) {
  const { files } = chosen
  const input = useRef<HTMLInputElement>(null)
  // The input has what was chosen in it. Files that were kept, or that are sent, it does not know.
  useEffect(() => {
    if (!input.current || input.current.files?.length === files.length) return
    if (files.length === 0) {
      input.current.value = ''
      return
    }
    const known = new DataTransfer()
    for (const file of files) known.items.add(file)
    input.current.files = known.files
  }, [files])
  return (
    <Input
      ref={input}
      type="file"
      multiple
      name="files"
      id={id}
      label="Files"
      optional
      hint="PNG, JPEG or PDF, up to 5 MB each"
      accept={accepted}
      error={chosen.error}
      onChange={({ target }) => chosen.choose([...(target.files ?? [])])}
    />
  )
}

const accepted = ['.png', '.jpg', '.jpeg', '.pdf', ...caseFileRules.types].join(',')

/** Adds files to an entry that was written, one after the other. Returns a sentence for each that the bank did not take. */
export async function sendFiles(
  endpoint: typeof endpoints.attachFile | typeof endpoints.attachOwnFile,
  entry: string,
  files: readonly File[],
): Promise<string[]> {
  const failures: string[] = []
  for (const file of files) {
    const params = { id: timeOrderedId(new Date()) }
    try {
      await call(endpoint, { params, query: { entry, name: file.name }, body: file })
    } catch (error) {
      failures.push(`${file.name} was not added: ${reasonOf(error)}`)
    }
  }
  return failures
}

/** Says which files of a message are missing. */
export function missingFilesText(failures: readonly string[]): string {
  return `Not all files were added. ${failures.join(' ')}`
}
