/** Run within the page, right behind its cards: those that are built are of the example, and a link opens another scenario. */
export const WITHOUT_CARDS_OF_EXAMPLE = `if (location.hash) document.querySelector('.answer > .cards')?.remove();`;
