import { type ComponentType, useEffect, useState } from 'react'
import { deferred } from './deferred.tsx'
import { fetchWhenIdle } from './fetch-when-idle.ts'

/** A dialog whose code is fetched when the dialog is first opened, or before, when the browser is idle. */
export const lazyDialog = lazyDialogs(false)

/** The same for a dialog with a form, which starts anew each time the dialog opens. */
export const lazyFormDialog = lazyDialogs(true)

function lazyDialogs(startsAnew: boolean) {
  return <Props extends { open: boolean }>(
    load: () => Promise<ComponentType<Props>>,
    isFetchedAhead = true,
  ): ComponentType<Props> => {
    const Loaded = deferred(load)
    return function LazyDialog(props: Props) {
      // How often it was opened and closed: odd while it is open.
      const [changes, setChanges] = useState(0)
      useEffect(() => (isFetchedAhead ? fetchWhenIdle(load) : undefined), [])
      if (props.open !== (changes % 2 === 1)) setChanges(changes + 1)
      return changes > 0 && <Loaded key={startsAnew ? Math.ceil(changes / 2) : ''} {...props} />
    }
  }
}
