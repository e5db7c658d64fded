import { useEffect, useRef, useState } from 'react'
import { isProblem, reasonOf } from '../api/problem.ts'
import { downloadStatement, type StatementChoice, type StatementFile } from './statements.ts'

/** Where the download of a statement stands. */
export type StatementDownload =
  /** `percent` is undefined until the file begins to arrive, and where its length is not known. */
  | { readonly phase: 'running'; readonly file: StatementFile; readonly percent: number | undefined }
  /** A file that can't be made of this statement is not tried again. */
  | {
      readonly phase: 'failed'
      readonly file: StatementFile
      readonly reason: string
      readonly mayRetry: boolean
    }
  | { readonly phase: 'done' | 'cancelled'; readonly file: StatementFile }

/** Downloads a statement, one file at a time. `lines` is the number of its lines, as far as it is known. */
export function useStatementDownload(choice: StatementChoice, lines: number | undefined) {
  const [state, setState] = useState<StatementDownload>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function start(file: StatementFile) {
    if (running.current) return
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    let hasBegun = false
    const onPercent = (percent: number | undefined) => {
      hasBegun = true
      setState((known) =>
        known?.phase === 'running' && known.percent === percent ? known : { phase: 'running', file, percent },
      )
    }
    setState({ phase: 'running', file, percent: undefined })
    try {
      await downloadStatement(file, choice, { lines, signal, onPercent })
      setState({ phase: 'done', file })
    } catch (error) {
      setState(signal.aborted ? { phase: 'cancelled', file } : failureOf(file, error, hasBegun))
    } finally {
      running.current = undefined
    }
  }

  return { state, start, cancel: () => running.current?.abort() }
}

function failureOf(file: StatementFile, error: unknown, hasBegun: boolean): StatementDownload {
  const reason =
    hasBegun && !isProblem(error)
      ? 'The connection ended before the whole file had arrived. Nothing was saved.'
      : reasonOf(error)
  return { phase: 'failed', file, reason, mayRetry: !(isProblem(error) && error.status === 422) }
}
