import { type ComponentType, useEffect, useState } from 'react'
import { deferred } from './deferred.tsx'
import { DialogGone } from './dialog-props.ts'
import { fetchWhenIdle } from './fetch-when-idle.ts'

/**
 * A dialog whose code is fetched when the dialog is first opened, or before, when the browser is idle. It starts anew each time it opens, and
 * once it has closed nothing keeps what was typed in it.
 */
export function lazyDialog<Props extends { open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
  isFetchedAhead = true,
): ComponentType<Props> {
  const Loaded = deferred(load)
  return function LazyDialog(props: Props) {
    // How often it was opened and closed: odd while it is open, 0 once it is gone from the screen.
    const [changes, setChanges] = useState(0)
    useEffect(() => (isFetchedAhead ? fetchWhenIdle(load) : undefined), [])
    if (props.open !== (changes % 2 === 1)) setChanges(changes + 1)
    return (
      changes > 0 && (
        // An open dialog may hide for another one: it is still there.
        <DialogGone value={() => setChanges((now) => (now % 2 === 1 ? now : 0))}>
          <Loaded key={Math.ceil(changes / 2)} {...props} />
        </DialogGone>
      )
    )
  }
}
