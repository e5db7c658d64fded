import type { PeriodQuery } from '@bank/contract/statements/period'
import { useEffect, useRef, useState } from 'react'
import { useAccountChoice } from '../accounts/account-in-url.ts'
import { reasonOf } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import { downloadStatement, type StatementFile, statementFiles } from './statements.ts'

/** The statement as files, and printed. */
export function StatementFiles({
  period,
  isPrinting,
  onPrint,
}: {
  period: PeriodQuery
  /** True while the lines to print are loading. */
  isPrinting: boolean
  onPrint: () => void
}) {
  const account = useAccountChoice()
  const [preparing, setPreparing] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function download(file: StatementFile) {
    if (preparing) return
    const controller = new AbortController()
    running.current = controller
    setPreparing(file.name)
    try {
      await downloadStatement(file, account, period, controller.signal)
    } catch (error) {
      if (!controller.signal.aborted) toast.error(reasonOf(error), { id: 'statement-download' })
    } finally {
      setPreparing(undefined)
    }
  }

  return (
    <div className="no-print grid grid-cols-2 items-center gap-3 sm:flex sm:flex-wrap">
      {statementFiles.map((file) => (
        <Button
          key={file.name}
          look="secondary"
          busy={preparing === file.name}
          busyLabel="Preparing statement…"
          onClick={() => download(file)}
        >
          {`Download ${file.name}`}
        </Button>
      ))}
      <Button look="secondary" busy={isPrinting} busyLabel="Preparing statement…" onClick={onPrint}>
        Print
      </Button>
      {preparing && (
        <Button look="quiet" onClick={() => running.current?.abort()}>
          Cancel
        </Button>
      )}
    </div>
  )
}
