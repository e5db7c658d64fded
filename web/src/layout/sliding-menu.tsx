import { Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../ui/deferred-dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu } from './menu.tsx'
import { UserName } from './user-name.tsx'

/** The menu below 770 px, which slides in. Keyed by the path, so that every navigation closes it. */
export function SlidingMenu() {
  const [open, setOpen] = useState(false)
  return (
    <div className="-me-2 md:hidden">
      <IconButton icon={MenuIcon} label="Menu" aria-expanded={open} onClick={() => setOpen(true)} />
      <Dialog open={open} onClose={() => setOpen(false)} title="Menu" shape="drawer">
        <div className="border-b px-3 pb-3">
          <UserName />
        </div>
        <Menu onLeave={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}
