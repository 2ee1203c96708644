export const MAP_LOOK = {"themes":["","",""],"tiles":{"void":[" ",2,["#000000","#000000","#000000"],["void",2,""]]},"actors":{},"letters":{}};
