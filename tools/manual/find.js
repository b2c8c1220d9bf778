// Shows the headings that contain every typed word.
"use strict";
const items = [...document.querySelectorAll("#found li")];
const field = document.getElementById("find");
field.addEventListener("input", () => {
	const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
	for (const item of items) {
		const text = item.textContent.toLowerCase();
		item.hidden = !words.every((word) => text.includes(word));
	}
});
