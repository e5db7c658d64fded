import { RefreshCw, WifiOff } from 'lucide-react'
import { useOutdated } from '../api/bank-build.ts'
import { useOnline } from '../ui/online.ts'

/** The line under the top bar that says that the browser is offline, or that the bank has been updated. */
export function StatusBar() {
  const online = useOnline()
  const outdated = useOutdated()
  return (
    <div role="status" className="bg-pending-soft text-pending">
      {!online && (
        <p className={lineClass}>
          <WifiOff aria-hidden size={18} className="shrink-0" />
          You’re offline. What you see may be out of date, and money can’t be moved until you’re back.
        </p>
      )}
      {online && outdated && (
        <p className={lineClass}>
          <RefreshCw aria-hidden size={18} className="shrink-0" />
          The bank has been updated. Reload this page to use the new version.
          <button type="button" onClick={() => window.location.reload()} className="link-alone">
            Reload
          </button>
        </p>
      )}
    </div>
  )
}

const lineClass = 'flex items-center gap-2 px-gutter py-2 text-table'
