"use strict";
// Interaction with the page. All data is in the page: data-value of numbers, data-column of check
// boxes, and the titles of marks in charts.

// sortable sorts a table by clicks on a heading: up, down, and back to the original order.
function sortable(table) {
	const body = table.tBodies[0], original = [...body.rows];
	const heads = [...table.tHead.rows[0].cells];
	heads.forEach((head, column) => {
		const button = document.createElement("button");
		button.type = "button";
		button.append(...head.childNodes);
		head.append(button);
		head.setAttribute("aria-sort", "none");
		button.addEventListener("click", () => {
			const next = {none: "ascending", ascending: "descending", descending: "none"}[head.getAttribute("aria-sort")];
			heads.forEach(h => h.setAttribute("aria-sort", "none"));
			head.setAttribute("aria-sort", next);
			table.classList.toggle("sorted", next !== "none");
			body.append(...(next === "none" ? original : sorted(original, column, next === "descending")));
		});
	});
}

// sorted returns rows sorted by a column. Rows without a value come last in both directions.
function sorted(rows, column, down) {
	const keys = new Map(rows.map(row => [row, key(row.cells[column])]));
	return [...rows].sort((a, b) => {
		const x = keys.get(a), y = keys.get(b);
		if (x === null || y === null) return (x === null) - (y === null);
		const order = typeof x !== typeof y ? (typeof x === "number" ? -1 : 1) : x < y ? -1 : x > y ? 1 : 0;
		return down ? -order : order;
	});
}

// key returns the sort key of a cell: its number, its text, or null in a numeric column without one.
function key(cell) {
	if (cell.dataset.value !== undefined) return Number(cell.dataset.value);
	const text = cell.textContent.trim();
	if (!cell.classList.contains("number")) return /^\d+$/.test(text) ? Number(text) : text; // a split, a seed
	const found = /^[≤<≥>]?\s*([−+-]?[\d.,]+(?:e[−+-]?\d+)?)([kMG]?)/.exec(text); // the first of an interval, 3 of 3/5
	if (!found) return null;
	return Number(found[1].replaceAll("−", "-").replaceAll(",", "")) * {"": 1, k: 1e3, M: 1e6, G: 1e9}[found[2]];
}

// columns hides and shows columns by check boxes.
function columns(box) {
	const table = box.parentElement.querySelector("table.results");
	box.hidden = false;
	box.addEventListener("change", event => {
		const column = Number(event.target.dataset.column);
		for (const row of table.rows) row.cells[column].hidden = !event.target.checked;
	});
}

// scrolls makes boxes with overflow focusable, so that arrow keys scroll them.
const scrolls = new ResizeObserver(entries => {
	for (const {target} of entries) {
		const box = target.closest(".scroll, pre");
		if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
		else box.removeAttribute("tabindex");
	}
});

// marks shows the hints of a chart. One mark is focusable, and arrow keys move to the others.
const hint = document.getElementById("hint");

function marks(svg) {
	const all = [...svg.querySelectorAll(".hint")];
	svg.setAttribute("role", "group");
	all.forEach((mark, i) => {
		const title = mark.querySelector("title");
		mark.setAttribute("role", "img");
		mark.setAttribute("aria-label", title.textContent);
		title.remove(); // otherwise the browser shows it too
		mark.setAttribute("tabindex", i ? "-1" : "0");
	});
	svg.addEventListener("keydown", event => {
		const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
		const at = all.indexOf(document.activeElement);
		if (!step || at < 0) return;
		event.preventDefault();
		const to = all[(at + step + all.length) % all.length];
		all[at].setAttribute("tabindex", "-1");
		to.setAttribute("tabindex", "0");
		to.focus();
	});
}

function show(event) {
	const mark = event.target.closest?.(".hint");
	if (!mark) return hide();
	hint.textContent = mark.getAttribute("aria-label");
	hint.hidden = false;
	const at = mark.getBoundingClientRect(), box = hint.getBoundingClientRect();
	const left = at.left + at.width / 2 - box.width / 2, above = at.top - box.height - 8;
	hint.style.left = Math.max(4, Math.min(left, document.documentElement.clientWidth - box.width - 4)) + "px";
	hint.style.top = (above > 4 ? above : at.bottom + 8) + "px";
}

function hide() { hint.hidden = true; }

// reveal opens the details around the target of a link. Anchors of the page need no decoding.
function reveal(hash) {
	const target = document.getElementById(hash.slice(1));
	for (let e = target; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
	if (target) target.scrollIntoView();
}

document.querySelectorAll("table.sortable").forEach(sortable);
document.querySelectorAll("details.columns").forEach(columns);
document.querySelectorAll(".chart svg").forEach(marks);
document.querySelectorAll(".scroll, .scroll > *, pre").forEach(e => scrolls.observe(e));
for (const type of ["pointerover", "focusin", "click"]) document.addEventListener(type, show);
document.addEventListener("focusout", hide);
document.addEventListener("keydown", event => { if (event.key === "Escape") hide(); });
document.addEventListener("scroll", hide, {passive: true});
document.addEventListener("click", event => {
	const link = event.target.closest?.('a[href^="#"]');
	if (link) reveal(link.hash);
});
addEventListener("hashchange", () => reveal(location.hash));
reveal(location.hash);

// A printer gets all.
let closed = [];
addEventListener("beforeprint", () => {
	closed = [...document.querySelectorAll("details:not([open]):not(.columns)")];
	for (const d of closed) d.open = true;
});
addEventListener("afterprint", () => { for (const d of closed) d.open = false; });
