import { Notice } from '../ui/notice.tsx'
import { type Advice, adviceAfter } from './advice-after.ts'

/** Says why a request has failed and how to continue. Nothing without an error. */
export function FailureNotice({ error, advice }: { error: unknown; advice?: Advice }) {
  if (!error) return null
  return <Notice tone="failed">{adviceAfter(error, advice)}</Notice>
}
