import type { CaseFile } from '@bank/contract/support/view'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { DateText } from '../ui/date-text.tsx'
import { CaseFiles } from './case-files.tsx'

/** What was written in a case, with its files, who wrote it and when. */
export function CaseEntry({
  entry: { side, text, at, files },
  by,
}: {
  entry: { side: keyof typeof looks; text: string; at: string; files: readonly CaseFile[] }
  by: ReactNode
}) {
  return (
    <li className={clsx('grid gap-2 rounded-control p-3', looks[side])}>
      <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
        {text}
      </p>
      <CaseFiles files={files} />
      <p className="text-caption text-muted-foreground">
        {by}, <DateText moment={at} time />
      </p>
    </li>
  )
}

const looks = {
  customer: 'border',
  bank: 'bg-sunken',
  note: 'border border-pending-border bg-pending-soft',
}
