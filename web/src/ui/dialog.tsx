import * as Radix from '@radix-ui/react-dialog'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { useContext, useRef } from 'react'
import { DialogGone, type DialogProps } from './dialog-props.ts'
import { HiddenContent } from './hidden-content.ts'
import { IconButton } from './icon-button.tsx'
import { Logo } from './logo.tsx'

/** The dialog itself. Pages use `Dialog` (`deferred-dialog.tsx`), which loads it on first use. */
export function DialogSurface({
  open,
  onClose,
  title,
  description,
  shape = 'dialog',
  returnTo,
  children,
}: DialogProps) {
  const content = useRef<HTMLDivElement>(null)
  const opener = useRef<Element>(null)
  const isGuard = shape === 'guard'
  const isDrawer = shape === 'drawer'
  const gone = useContext(DialogGone)
  const unseen = useContext(HiddenContent) && 'invisible'
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay
          className={clsx(
            // As high as a dialog: it covers those that were open before its own.
            'no-print fixed inset-0 z-50 bg-overlay data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in',
            unseen,
          )}
        />
        <Radix.Content
          ref={content}
          {...((shape === 'alert' || isGuard) && { role: 'alertdialog' })}
          {...(description === undefined && { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement
            const first = content.current?.querySelector<HTMLElement>('[data-first-focus]')
            if (!first) return
            event.preventDefault()
            first.focus()
          }}
          onCloseAutoFocus={(event) => {
            // The library returns the focus to its own trigger only.
            event.preventDefault()
            const target = returnTo?.() ?? opener.current
            if (target instanceof HTMLElement) target.focus()
            gone?.()
          }}
          onInteractOutside={(event) => {
            // A click on a toast must not count as a click on the backdrop.
            const onToast = event.target instanceof Element && event.target.closest('[data-sonner-toaster]')
            if (isGuard || onToast) event.preventDefault()
          }}
          className={clsx('fixed z-50 flex flex-col overflow-y-auto bg-card shadow-lg', looks[shape], unseen)}
        >
          <div className="flex min-h-target shrink-0 items-center justify-between gap-4">
            {isDrawer && <Logo />}
            <Radix.Title className={isDrawer ? 'sr-only' : 'text-h2'}>{title}</Radix.Title>
            {!isGuard && (
              <IconButton icon={X} label="Close" onClick={onClose} className="no-print ms-auto -me-2" />
            )}
          </div>
          {description !== undefined && (
            <Radix.Description className="text-muted-foreground wrap-anywhere">
              {description}
            </Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const middle =
  'inset-0 m-auto h-fit max-h-[calc(100dvh-32px)] w-[calc(100%-32px)] max-w-dialog gap-4 rounded-hero border p-card data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in'

const looks: Record<NonNullable<DialogProps['shape']>, string> = {
  dialog: middle,
  alert: middle,
  guard: middle,
  sheet:
    'inset-y-0 end-0 w-full gap-4 border-s p-card data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in max-w-dialog print:static print:max-w-none print:border-0 print:p-0',
  drawer:
    'inset-y-0 end-0 w-menu max-w-[calc(100%-32px)] gap-2 border-s p-4 data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in',
}
