import { useEffect } from 'react'
import { Notice } from '../ui/notice.tsx'
import { type Advice, adviceAfter } from './advice-after.ts'
import { dismissToastAbout } from './announce.ts'

/** Says why a request has failed and how to continue. Nothing without an error. */
export function FailureNotice({ error, advice }: { error: unknown; advice?: Advice }) {
  useEffect(() => dismissToastAbout(error), [error])
  if (!error) return null
  return <Notice tone="failed">{adviceAfter(error, advice)}</Notice>
}
