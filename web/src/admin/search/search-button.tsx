import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

/** The search of the whole bank in the top bar of the admin panel. `/` and Ctrl-K open it, too. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [])
  return (
    <>
      <IconButton
        icon={Search}
        label="Search the bank"
        aria-keyshortcuts="/ Control+K"
        onClick={() => setOpen(true)}
      />
      <SearchDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

const SearchDialog = lazyDialog(async () => (await import('./search-dialog.tsx')).SearchDialog)

/** A slash is text where text is typed. */
function isShortcut({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key.toLowerCase() === 'k') return (ctrlKey || metaKey) && !altKey
  const isTyping =
    target instanceof Element && target.closest('input, textarea, select, [role=dialog]') !== null
  return key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping
}
