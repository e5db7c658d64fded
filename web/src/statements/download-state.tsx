import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { stillWorking, useLongWait } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { ShareBar } from '../ui/share-bar.tsx'
import type { StatementDownload } from './use-statement-download.ts'

/** How far a download is, with a way to cancel it; or why it failed, with a way to try again. */
export function DownloadState({
  state,
  onCancel,
  onRetry,
}: {
  state: StatementDownload
  onCancel: () => void
  onRetry: () => void
}) {
  return (
    <>
      {state.phase === 'running' && (
        <Progress name={state.file.name} percent={state.percent} onCancel={onCancel} />
      )}
      {state.phase === 'failed' && (
        <Notice tone="failed">
          <p>{state.reason}</p>
          {state.mayRetry && (
            <Button look="secondary" className="mt-3" onClick={onRetry}>
              Try again
            </Button>
          )}
        </Notice>
      )}
      <p role="status" className="sr-only">
        {announcementOf(state)}
      </p>
    </>
  )
}

function Progress({
  name,
  percent,
  onCancel,
}: {
  name: string
  percent: number | undefined
  onCancel: () => void
}) {
  const isLong = useLongWait(percent === undefined)
  // A short file has arrived by then, and nothing on the page has moved.
  const isShown = useDelay(300)
  if (!isShown) return null
  const preparing = isLong ? stillWorking : `Preparing ${name}…`
  return (
    <div className="grid max-w-prose gap-3 rounded-card border bg-card p-4">
      <p aria-hidden className="flex justify-between gap-3 text-label">
        <span>{percent === undefined ? preparing : `Downloading ${name}…`}</span>
        {percent !== undefined && <span className="tabular">{percent}%</span>}
      </p>
      <ShareBar percent={percent} aria-label={`Download of the ${name}`} />
      <Button look="secondary" className="justify-self-start" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

/** True after so many milliseconds. */
function useDelay(milliseconds: number): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isOver
}

/** For screen readers: a quarter at a time, so that they are not interrupted with each percent. */
function announcementOf(state: StatementDownload): string {
  const { name } = state.file
  switch (state.phase) {
    case 'running': {
      const quarter = Math.floor((state.percent ?? 0) / 25) * 25
      return quarter === 0 ? `Preparing ${name}…` : `${quarter}% of the ${name} downloaded`
    }
    case 'done':
      return `${name} downloaded`
    case 'cancelled':
      return 'Download cancelled'
    case 'failed':
      // The notice says it.
      return ''
  }
}
