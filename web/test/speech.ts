const live =
  '[role="status"], [role="alert"], [role="alertdialog"], [aria-live="polite"], [aria-live="assertive"]'

/**
 * Listens to a page as a screen reader does: each text that comes, or comes to be another, in a live region. `heard()` says
 * what was announced so far, each time it was.
 */
export function listen(): { heard: () => string[]; stop: () => void } {
  const heard: string[] = []
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      for (const node of type === 'childList' ? addedNodes : [target])
        for (const text of said(node)) heard.push(text)
    }
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  return { heard: () => heard, stop: () => observer.disconnect() }
}

/** The texts of a node that are announced: those in a live region, and not hidden from it. */
function said(node: Node): string[] {
  const texts = node instanceof Element ? textsIn(node) : [node as CharacterData]
  const announced = texts.filter(
    ({ parentElement }) => parentElement?.closest(live) && !parentElement.closest('[aria-hidden="true"]'),
  )
  return announced.map(({ data }) => data.trim()).filter((text) => text !== '')
}

function textsIn(element: Element): CharacterData[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: CharacterData[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as CharacterData)
  return texts
}
