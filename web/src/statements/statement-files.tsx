import { type MouseEvent, useEffect, useRef } from 'react'
import { Button, ButtonLink } from '../ui/button.tsx'
import { DownloadState } from './download-state.tsx'
import { fileAddress, type StatementChoice, type StatementFile, statementFiles } from './statements.ts'
import { useStatementDownload } from './use-statement-download.ts'

/**
 * The statement as files, and printed. The files are links, which work before the page's scripts have loaded and without them; with
 * them the page shows the progress, and can cancel.
 */
export function StatementFiles({
  choice,
  lines,
  isPrinting,
  onPrint,
}: {
  choice: StatementChoice
  /** The number of the statement's lines; undefined while it loads. */
  lines: number | undefined
  /** True while the lines to print are loading. */
  isPrinting: boolean
  onPrint: () => void
}) {
  const { state, start, cancel } = useStatementDownload(choice, lines)
  const isRunning = state?.phase === 'running'
  const links = useRef<HTMLDivElement>(null)

  function press(event: MouseEvent, file: StatementFile) {
    // In a new tab or window, the browser downloads the file.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void start(file)
  }
  // The button that had the focus is gone with the progress or the failure.
  const [phase, name] = [state?.phase, state?.file.name]
  useEffect(() => {
    if (phase && document.activeElement === document.body)
      links.current?.querySelector<HTMLElement>(`[data-file="${name}"]`)?.focus()
  }, [phase, name])

  return (
    <div className="no-print grid gap-3">
      <div ref={links} className="grid grid-cols-2 items-center gap-3 sm:flex sm:flex-wrap">
        {statementFiles.map((file) => (
          <ButtonLink
            key={file.name}
            look={file.name === 'PDF' ? 'primary' : 'secondary'}
            to={fileAddress(file, choice)}
            reloadDocument
            data-file={file.name}
            aria-disabled={isRunning || undefined}
            onClick={(event) => press(event, file)}
          >
            {`Download ${file.name}`}
          </ButtonLink>
        ))}
        <Button look="secondary" busy={isPrinting} busyLabel="Preparing…" onClick={onPrint}>
          Print
        </Button>
      </div>
      {state && <DownloadState state={state} onCancel={cancel} onRetry={() => start(state.file)} />}
    </div>
  )
}
