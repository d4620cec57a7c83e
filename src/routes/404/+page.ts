// Static hosts answer a wrong path with the file `404.html`.
export const trailingSlash = 'never';
