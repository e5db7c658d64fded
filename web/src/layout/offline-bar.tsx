import { WifiOff } from 'lucide-react'
import { useOnline } from '../ui/online.ts'

/** Says under the top bar that there is no connection, for as long as there is none. */
export function OfflineBar() {
  const online = useOnline()
  return (
    <div role="status" className="bg-pending-soft text-pending">
      {!online && (
        <p className="flex items-center gap-2 px-gutter py-2 text-table">
          <WifiOff aria-hidden size={18} className="shrink-0" />
          You are offline. What you see may be out of date, and money cannot be moved until you are back.
        </p>
      )}
    </div>
  )
}
